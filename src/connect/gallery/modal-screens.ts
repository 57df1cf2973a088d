import { errorScreens } from './error-screens.ts';
import { isNamed, isStep, type ModalScreen } from './modal-screen-types.ts';
import { pageStates } from './page-states.ts';
import { popupScreens } from './popup-screens.ts';
import {
  createLogos,
  ledgerly,
  longNames,
  testProviders,
  thousandProviders,
  twelveProviders,
} from './providers.ts';

/** Common values of the screens that the modal shows while it waits. Without `play`, the Connect page never answers. */
const waiting = { group: 'Waiting', isReached: isNamed('opened') } as const;

const waits: Readonly<Record<string, ModalScreen>> = {
  loading: { ...waiting, title: 'Skeleton', pace: 'held' },
  'loading-text': { ...waiting, title: 'After one second', pace: 'first' },
  'loading-still': { ...waiting, title: 'After three seconds: still working', pace: 'still' },
  'loading-slow': { ...waiting, title: 'After five seconds: ways to go on', pace: 'slow' },
};

const selecting = {
  group: 'Provider selector',
  isReached: isStep('select'),
  play: ({ start }) => start(),
} as const satisfies Partial<ModalScreen>;

const selectors: Readonly<Record<string, ModalScreen>> = {
  select: { ...selecting, title: 'Twelve providers' },
  'select-thousand': {
    ...selecting,
    title: '1,000 providers',
    play: ({ start }) => start(thousandProviders),
  },
  'select-unavailable': {
    ...selecting,
    title: 'Unavailable ones',
    play: ({ start }) => start(twelveProviders.filter(({ popular }) => !popular)),
  },
  'select-test': {
    ...selecting,
    title: 'A test application',
    play: ({ start }) => start(testProviders),
  },
  'select-told': {
    ...selecting,
    title: 'One of those that a test application cannot use, pressed',
    play: ({ start }) => start(testProviders),
    // The list shows the providers for live applications only as one line. A search lists each of them.
    act: async (modal) => {
      await modal.search('Juniper');
      await modal.pick('Juniper Filing');
    },
  },
  'select-long': {
    ...selecting,
    title: 'Long and foreign names',
    play: ({ start }) => start(longNames),
  },
  'select-logos': {
    ...selecting,
    title: 'Logos, shown, broken and refused',
    play: ({ start, picture }) => start(createLogos(picture)),
  },
  'select-empty': {
    ...selecting,
    title: 'No provider at all',
    play: ({ start }) => start([]),
  },
  'select-live': {
    ...selecting,
    title: 'Live application: no TEST badge',
    play: ({ start }) => start(twelveProviders, 'live'),
  },
  'select-branded': {
    ...selecting,
    title: 'Branded, with an accent too pale to read',
    options: {
      appearance: { accentColor: '#ffe14d', fontFamily: 'Georgia, serif', borderRadius: '2px' },
    },
  },
  'select-search': {
    ...selecting,
    title: 'Results of a search',
    act: (modal) => modal.search('tax'),
  },
  'select-no-result': {
    ...selecting,
    title: 'No result',
    act: (modal) => modal.search('my neighbour'),
  },
  'select-busy': {
    ...selecting,
    title: 'Opening a provider',
    pace: 'held',
    ignoresSelection: true,
    act: (modal) => modal.pick('Bluestone'),
  },
  'select-busy-still': {
    ...selecting,
    title: 'Opening a provider: still working',
    pace: 'still',
    ignoresSelection: true,
    act: (modal) => modal.pick('Bluestone'),
  },
  'select-interrupted': {
    ...selecting,
    title: 'Starting again after a reload',
    isInterrupted: true,
  },
  'select-one-interrupted': {
    ...selecting,
    title: 'Starting again, with one provider',
    isInterrupted: true,
    isReached: isStep('login'),
    play: ({ start }) => start([ledgerly]),
  },
  'select-one': {
    ...selecting,
    title: 'One provider: no selector, no Back',
    isReached: isStep('login'),
    play: ({ start }) => start([ledgerly]),
  },
};

const framed = [...pageStates]
  .filter(([, state]) => state.isFramed)
  .map(([id, { title, providers, environment }]): [string, ModalScreen] => [
    `framed-${id}`,
    {
      title,
      group: 'The page in the modal',
      isReached: isStep('login', 'consent'),
      options: { provider: ledgerly.id },
      play({ start, enter }) {
        start(providers, environment);
        void enter(id);
      },
    },
  ]);

const ends: Readonly<Record<string, ModalScreen>> = {
  exit: {
    title: 'Exit confirmation',
    group: 'Leaving and finishing',
    isReached: isStep('login'),
    options: { provider: ledgerly.id },
    async play({ start, enter, bridge }) {
      start();
      await enter('login');
      bridge.requestExit();
    },
  },
  'session-ended': {
    title: 'The session was canceled or used',
    group: 'Leaving and finishing',
    isReached: isNamed('failed'),
    options: { provider: ledgerly.id },
    async play({ start, enter, bridge }) {
      start();
      await enter('login');
      bridge.sendError({
        code: 'session_expired',
        message: 'A message for developers.',
        retryable: false,
      });
    },
  },
  finishing: createEnd({ title: 'Finishing', pace: 'held' }),
  'finishing-still': createEnd({ title: 'Finishing: still working', pace: 'still' }),
  connected: createEnd({ title: 'Connected', pace: 'held', finish: () => Promise.resolve() }),
};

function createEnd(more: Pick<ModalScreen, 'title' | 'pace' | 'finish'>): ModalScreen {
  return {
    group: 'Leaving and finishing',
    isReached: isStep('finishing'),
    ...more,
    options: { provider: ledgerly.id },
    play({ start, enter, bridge, nonce }) {
      start();
      void enter('consent');
      bridge.sendCode('a-code-of-the-gallery', nonce);
    },
  };
}

export const modalScreens: ReadonlyMap<string, ModalScreen> = new Map([
  ...Object.entries({ ...waits, ...selectors }),
  ...framed,
  ...Object.entries({ ...popupScreens, ...ends, ...errorScreens }),
]);
