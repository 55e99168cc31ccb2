/** How fast a bot acts; packages/bots defines the delays. */
export const TEMPERS = ['calm', 'brisk', 'lightning'] as const;
export type Temper = (typeof TEMPERS)[number];
