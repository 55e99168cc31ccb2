/** Screens on which a fresh page costs nobody anything. */
import type { Route } from '../device/route.ts';

/** Not the books: while a crew is founded its secret is under way, and while a book comes in nobody may leave. */
const FREE: readonly Route['type'][] = ['home', 'campaign', 'board', 'lost'];

export const isFreeScreen = ({ type }: Route): boolean => FREE.includes(type);
