/** Before each file of journeys: files of one worker share what they have loaded, and its browsers. */
import { beginFile } from './kit.ts';

beginFile();
