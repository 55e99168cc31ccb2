/** The settings dialog, loaded when somebody opens it. */
import { lazy } from '../ui/lazy.tsx';

export const LazySettingsDialog = lazy(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
