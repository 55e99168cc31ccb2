/** The settings dialog, loaded when somebody opens it. */
import { lazy } from '../ui/lazy.tsx';

export const SettingsDoor = lazy(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
