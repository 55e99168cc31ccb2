/** What a page needs to be a television: its style, and a screen that stays on from now on. */
import { stayLit } from '../device/stay-lit.ts';
import '../styles/screen.css';

stayLit();
