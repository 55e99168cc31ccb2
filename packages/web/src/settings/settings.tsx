/** The settings, fetched when somebody opens them. */
import { fetched } from '../ui/lazy.tsx';

export const Settings = fetched(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
