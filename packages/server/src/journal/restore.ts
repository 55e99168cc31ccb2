/** `hush restore`: puts a backup into an empty data directory. */

export interface Restored {
  readonly logs: number;
  readonly entries: number;
  readonly bytes: number;
  readonly tables: number;
  readonly crews: number;
  readonly scenarios: number;
  /** The number of logs that cannot be read to their end; only with `withDamage`. */
  readonly damaged: number;
}

/** Why a backup was not restored; `why` is a sentence for the operator. */
export interface RestoreError {
  readonly type: 'missing' | 'exists' | 'foreign' | 'newer' | 'damaged' | 'unwritable';
  readonly why: string;
}

export type RestoreResult =
  | ({ readonly ok: true } & Restored)
  | { readonly ok: false; readonly error: RestoreError };

/**
 * Restores a backup. The database driver is loaded only by this call, because the main thread of a server does not
 * need it.
 */
export async function restore(
  file: string,
  dataDir: string,
  options: { readonly withDamage: boolean },
): Promise<RestoreResult> {
  const { restoreBackup } = await import('./restore-backup.mjs');
  return restoreBackup(file, dataDir, options);
}
