import type { OpenOptions } from 'tax-connect';
import { createSettings, inAppearance, type Settings } from './settings.ts';

/** The values that the backend has written into the page. */
export interface DemoFacts {
  readonly clientId: string;
  readonly connectUrl: string;
  /** The OAuth `state` of this visitor's session, which the backend compares when it exchanges a code. */
  readonly state: string;
  /** The URLs of the Connect page behind proxies that simulate a fault. */
  readonly faults: Readonly<Record<'slow' | 'cut' | 'unavailable', string>>;
}

/** @throws Error when the page lacks one of the values */
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

/** The options of `open` that depend on the settings. The page adds the other options: callbacks and `signal`. */
export type ChosenOptions = Omit<OpenOptions, 'onSuccess' | 'onExit' | 'onEvent' | 'signal'>;

/** @returns the options for `open`. Options with their default value are left out */
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

function chooseAppearance(settings: Settings): NonNullable<ChosenOptions['appearance']> {
  const defaults = createSettings();
  const changed = inAppearance.filter((name) => settings[name] !== defaults[name]);
  return Object.fromEntries(changed.map((name) => [name, settings[name]]));
}
