/** The names of a table's logs: `table/CODE` is the public one, the others are private. */

export const TABLE_LOG_KINDS = ['table', 'people', 'secret', 'sand'] as const;
export type TableLogKind = (typeof TABLE_LOG_KINDS)[number];

/**
 * The kinds of private logs: seeds and prescribed stacks, or names. Version 0.1.0 also wrote logs of sand
 * checkpoints, which are no longer used.
 */
export type FactKind = Exclude<TableLogKind, 'table'>;
export const FACT_KINDS: readonly FactKind[] = TABLE_LOG_KINDS.filter(kind => kind !== 'table');

export const logName = (kind: TableLogKind, code: string): string => `${kind}/${code}`;

/** Returns the code of the table to which a log belongs; null for logs of crews, scenarios and other things. */
export function tableOfLog(log: string): string | null {
  const kind = TABLE_LOG_KINDS.find(one => log.startsWith(`${one}/`));
  return kind === undefined ? null : log.slice(kind.length + 1);
}
