/** Tests of the microphone of a page: at most one is open, namely the last one chosen, and none is left open. */
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '../../../protocol/test/virtual-time.ts';
import type { Session } from '../../src/table/session.ts';
import { chosenMicrophone } from '../../src/voice/choices.ts';
import { type OpenVoiceCall, openVoiceCall } from '../../src/voice/voice-call.ts';

interface FakeTrack {
  readonly device: string;
  isLive: boolean;
  onended: (() => void) | null;
}

/** Requests for a microphone that are not answered yet. */
let asked: { readonly device: string; answer(): void }[] = [];
let tracks: FakeTrack[] = [];
let audioSession = { type: 'auto' };
let room: OpenVoiceCall;

function trackOf(name: string): FakeTrack & Record<string, unknown> {
  return {
    device: name,
    isLive: true,
    onended: null,
    getSettings: () => ({ deviceId: name }),
    stop() {
      this.isLive = false;
    },
  };
}

function getUserMedia({ audio }: { audio: { deviceId?: { exact: string } } }): Promise<unknown> {
  const name = audio.deviceId?.exact ?? 'usual';
  return new Promise(resolve => {
    asked.push({
      device: name,
      answer() {
        const track = trackOf(name);
        tracks.push(track);
        resolve({ getAudioTracks: () => [track] });
      },
    });
  });
}

const LOBBY = { game: null, seats: [1] };
const session = {
  code: 'BCDFGHJK',
  status: signal({ type: 'online' }),
  confirmed: signal(LOBBY),
  table: signal(LOBBY),
  presence: signal({ here: [] }),
  tell: () => undefined,
  listen: () => () => undefined,
} as unknown as Session;

beforeEach(() => {
  [asked, tracks, audioSession] = [[], [], { type: 'auto' }];
  const deaf = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('document', { ...deaf, visibilityState: 'visible' });
  vi.stubGlobal('navigator', {
    audioSession,
    mediaDevices: { ...deaf, getUserMedia, enumerateDevices: () => Promise.resolve([]) },
  });
  chosenMicrophone.value = '';
  room = openVoiceCall(session, 1);
});

afterEach(() => {
  room.close();
  vi.unstubAllGlobals();
});

const answer = async (name: string): Promise<void> => {
  asked.find(one => one.device === name)?.answer();
  await settled();
};

const live = (): readonly string[] => tracks.filter(({ isLive }) => isLive).map(track => track.device);

test.each([[['usual', 'desk', 'head']], [['head', 'desk', 'usual']], [['desk', 'head', 'usual']]])(
  'PR-92d after several quick choices of a microphone only the last one is open, whatever the order of the answers: %j',
  async order => {
    room.choose('desk');
    room.choose('head');
    for (const name of order) await answer(name);
    expect(asked.map(one => one.device)).toEqual(['usual', 'desk', 'head']);
    expect(live()).toEqual(['head']);
    expect(room.mic.value).toEqual({ type: 'on', device: 'head' });
    expect(audioSession.type).toBe('play-and-record');
    room.close();
    expect(live()).toEqual([]);
    expect(audioSession.type).toBe('auto');
  },
);

test('PR-92d another microphone replaces the one before without a gap in recording', async () => {
  room.choose('desk');
  await answer('desk');
  expect(live()).toEqual(['desk']);
  room.choose('head');
  expect(live()).toEqual(['desk']); // waits until the new microphone is open
  await answer('head');
  expect([live(), audioSession.type]).toEqual([['head'], 'play-and-record']);
});

test('PR-92d turning voice off during the permission question leaves no microphone open', async () => {
  room.close();
  for (const one of asked) one.answer();
  await settled();
  expect([tracks.length, live(), audioSession.type]).toEqual([1, [], 'auto']);
});
