/** How hurried a bot is; whoever plays bots decides what that means. */
export const TEMPERS = ['calm', 'brisk', 'lightning'] as const;
export type Temper = (typeof TEMPERS)[number];
