/** Makes the page a television: loads its styles and keeps the screen on. */
import { keepScreenOn } from '../device/stay-lit.ts';
import '../styles/screen.css';

keepScreenOn();
