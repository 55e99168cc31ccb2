/** `hush restore`: puts a backup into an empty data directory. */

export interface Restored {
  readonly logs: number;
  readonly entries: number;
  readonly bytes: number;
  readonly tables: number;
  readonly crews: number;
  readonly scenarios: number;
  /** Logs that cannot be read to their end; only with `withDamage`. */
  readonly damaged: number;
}

/** `why` is a sentence for the operator. */
export interface RestoreError {
  readonly type: 'missing' | 'exists' | 'foreign' | 'newer' | 'damaged' | 'unwritable';
  readonly why: string;
}

export type RestoreResult =
  | ({ readonly ok: true } & Restored)
  | { readonly ok: false; readonly error: RestoreError };

/** Loads the database only when it is called: a server has it in a thread of its own. */
export async function restore(
  file: string,
  dataDir: string,
  options: { readonly withDamage: boolean },
): Promise<RestoreResult> {
  const { restoreBackup } = await import('./restore-backup.mjs');
  return restoreBackup(file, dataDir, options);
}
