/** The settings, fetched when somebody opens them. */
import { fetched } from './fetched.tsx';

export const Settings = fetched(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
