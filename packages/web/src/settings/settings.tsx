/** The settings, fetched when somebody opens them. */
import { lazy } from '../ui/lazy.tsx';

export const SettingsDoor = lazy(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
