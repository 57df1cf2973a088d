import type { OpenOptions } from 'tax-connect';
import type { Settings } from './settings.ts';

/** The data that the backend has written into the page. */
export interface DemoFacts {
  readonly clientId: string;
  readonly connectUrl: string;
  /** OAuth's state of this visitor's session. */
  readonly state: string;
  /** The addresses of Connect pages with a fault. */
  readonly faults: Readonly<Record<'slow' | 'cut' | 'unavailable', string>>;
}

/** @throws Error when the page lacks a value */
export function readFacts(): DemoFacts {
  return {
    clientId: readMeta('connect-client-id'),
    connectUrl: readMeta('connect-url'),
    state: readMeta('connect-state'),
    faults: {
      slow: readMeta('fault-slow'),
      cut: readMeta('fault-cut'),
      unavailable: readMeta('fault-unavailable'),
    },
  };
}

function readMeta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  if (!content) throw new Error(`The page has no meta element ${name}.`);
  return content;
}

/** The options that the settings determine. The page adds the callbacks. */
export type ChosenOptions = Omit<OpenOptions, 'onSuccess' | 'onExit' | 'onEvent' | 'signal'>;

/** @returns the options for `open`, without options that have their default */
export function chooseOptions(settings: Settings, facts: DemoFacts): ChosenOptions {
  const { display, provider, locale } = settings;
  const appearance = chooseAppearance(settings);
  return {
    clientId: settings.clientId || facts.clientId,
    connectUrl: chooseConnectUrl(settings, facts),
    ...(display === 'auto' ? {} : { display }),
    ...(provider === '' ? {} : { provider }),
    ...(settings.state === 'none' ? {} : { state: chooseState(settings, facts) }),
    ...(locale === '' ? {} : { locale }),
    ...(Object.keys(appearance).length === 0 ? {} : { appearance }),
  };
}

function chooseConnectUrl({ fault, connectUrl }: Settings, facts: DemoFacts): string {
  if (fault === 'none' || fault === 'blocked-frame') return connectUrl || facts.connectUrl;
  return facts.faults[fault];
}

function chooseState({ state }: Settings, facts: DemoFacts): string {
  return state === 'other' ? 'state-of-another-session' : facts.state;
}

function chooseAppearance({ theme, accentColor, fontFamily, borderRadius }: Settings) {
  return {
    ...(theme === 'auto' ? {} : { theme }),
    ...(accentColor === '' ? {} : { accentColor }),
    ...(fontFamily === '' ? {} : { fontFamily }),
    ...(borderRadius === '' ? {} : { borderRadius }),
  };
}
