/** The privacy page and the privacy section of the settings, loaded with their words when somebody opens them. */
import { lazy } from '../ui/lazy.tsx';

const words = ['more', 'privacy'] as const;

export const PrivacyScreen = lazy(async () => (await import('./privacy-page.tsx')).PrivacyPage, { words });
export const LazySeatData = lazy(async () => (await import('./seat-data.tsx')).SeatDataSection, { words });
