import type { ComponentType } from 'preact';
import { AccountsPage } from './accounts/accounts-page.tsx';
import { ConsentPage } from './consent/consent-page.tsx';
import { EventsPage } from './events/events-page.tsx';
import { FlowsPage } from './flows/flows-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { SessionsPage } from './sessions/sessions-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';

/** A page of the dashboard that shows one aspect of an application, such as its flows. */
export interface ApplicationPage {
  /** The last part of the page's address; null for the application's own address. */
  readonly path: string | null;
  /** Shown in the navigation and in the page's heading. */
  readonly title: string;
  /** The heading when the page shows a single item, such as a webhook. Undefined if items have no separate address. */
  readonly itemTitle?: string;
  readonly Contents: ComponentType;
}

/** The pages in the order of the navigation. */
export const applicationPages: readonly ApplicationPage[] = [
  { path: null, title: 'Overview', Contents: OverviewPage },
  { path: 'flows', title: 'Flows', itemTitle: 'Flow', Contents: FlowsPage },
  { path: 'accounts', title: 'Accounts', Contents: AccountsPage },
  { path: 'consent', title: 'Consent', Contents: ConsentPage },
  { path: 'sessions', title: 'Sessions', Contents: SessionsPage },
  { path: 'events', title: 'Events', itemTitle: 'Webhook', Contents: EventsPage },
  { path: 'settings', title: 'Settings', Contents: SettingsPage },
];

export function findPage(path: string | null = null): ApplicationPage | undefined {
  return applicationPages.find((page) => page.path === path);
}
