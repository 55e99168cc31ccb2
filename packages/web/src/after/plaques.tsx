/** The awards as plaques, one for each player. */
import type { Direction } from '@hush/rules';
import type { JSX } from 'preact';
import { AvatarIcon, Icon, type IconName } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { directionName, heroName } from '../model/game-words.ts';
import { clockText, NOBODY } from '../table/names.ts';
import type { Players } from '../table/players.ts';
import type { Award, AwardId, AwardValues } from './awards.ts';

const ICONS = {
  lastGrain: 'glass',
  winner: 'check',
  thief: 'gem',
  reply: 'bell',
  getaway: 'exit',
  camera: 'camera',
  ball: 'ball',
  decorator: 'tiles',
  turner: 'glass',
  items: 'gem',
  wayOut: 'exit',
  firstDoor: 'explore',
  doors: 'explore',
  first: 'play',
  allFour: 'people',
  longest: 'arrow',
  relay: 'swap',
  streak: 'next',
  sprint: 'vortex',
  rider: 'stairs',
  vortex: 'vortex',
  afterAlarm: 'warning',
  finale: 'glass',
  opening: 'play',
  nudger: 'bell',
  starer: 'stare',
  dancer: 'again',
  friend: 'hand',
  compass: 'arrow',
  steady: 'hand',
  still: 'hush',
  busy: 'people',
  company: 'people',
} as const satisfies Record<AwardId, IconName>;

/** Awards whose time is a moment on the clock; in other awards a time is a duration in seconds. */
const ON_THE_CLOCK: readonly AwardId[] = ['lastGrain'];

const timeText = (id: AwardId, time: number): string =>
  ON_THE_CLOCK.includes(id)
    ? clockText(time)
    : (time / 1000).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

const wordsFor = (
  id: AwardId,
  { n = 0, time, hero, dir }: AwardValues,
): Readonly<Record<string, string | number>> => ({
  n,
  ...(time === undefined ? {} : { time: timeText(id, time) }),
  ...(hero === undefined ? {} : { hero: heroName(hero) }),
  ...(dir === undefined ? {} : { dir: directionName(dir as Direction) }),
});

interface Props {
  readonly awards: readonly Award[];
  readonly players: Players;
  /** The seat of this page's player; -1 for spectators. */
  readonly own: number;
}

export const Plaques = ({ awards, players, own }: Props): JSX.Element => (
  <section class="awards" aria-label={say('after.awards')}>
    <ul class={awards.length > 4 ? 'many' : ''}>
      {awards.map((award, i) => (
        <Plaque key={i} award={award} players={players} own={own} no={i} />
      ))}
    </ul>
  </section>
);

function nameOf({ player }: Award, players: Players, own: number): string {
  const { name } = players[player.seat] ?? NOBODY;
  if (player.tookOver) return say('after.botFor', { name });
  return player.seat === own && !player.isBot ? say('after.you') : name;
}

function Plaque({
  award,
  players,
  own,
  no,
}: Omit<Props, 'awards'> & { readonly award: Award; readonly no: number }): JSX.Element {
  const { id, player, values } = award;
  const words = wordsFor(id, values);
  const { avatar } = players[player.seat] ?? NOBODY;
  return (
    <li class="plaque" style={{ '--no': no }}>
      <span class="face">
        {player.tookOver ? <Icon name="bot" size={34} /> : <AvatarIcon avatar={avatar} size={38} />}
        <span class="medal">
          <Icon name={ICONS[id]} size={17} />
        </span>
      </span>
      <bdi class="who">{nameOf(award, players, own)}</bdi>
      <b>{say(`award.${id}`, words)}</b>
      <span class="why">{say(`award.${id}.text`, words)}</span>
    </li>
  );
}
