import type { ComponentType } from 'preact';
import { AccountsPage } from './accounts/accounts-page.tsx';
import { ConsentPage } from './consent/consent-page.tsx';
import { EventsPage } from './events/events-page.tsx';
import { FlowsPage } from './flows/flows-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { SessionsPage } from './sessions/sessions-page.tsx';
import { settingsSections } from './settings/section-titles.ts';
import { SettingsPage } from './settings/settings-page.tsx';

/** A page of the dashboard that shows one aspect of an application, such as its flows. */
export interface ApplicationPage {
  /** The last part of the page's address. The first page has the application's own address. */
  readonly path?: string;
  /** Shown in the navigation and in the page's heading. An item of the page, such as a webhook, has another heading. */
  readonly title: string;
  readonly Contents: ComponentType;
  /** The titles of a long page's sections by their IDs. The navigation links to them. */
  readonly sections?: Readonly<Record<string, string>>;
}

/** The pages in the order of the navigation. */
export const applicationPages: readonly ApplicationPage[] = [
  { title: 'Overview', Contents: OverviewPage },
  { path: 'flows', title: 'Flows', Contents: FlowsPage },
  { path: 'accounts', title: 'Accounts', Contents: AccountsPage },
  { path: 'consent', title: 'Consent', Contents: ConsentPage },
  { path: 'sessions', title: 'Sessions', Contents: SessionsPage },
  { path: 'events', title: 'Events', Contents: EventsPage },
  { path: 'settings', title: 'Settings', Contents: SettingsPage, sections: settingsSections },
];

export const findPage = (path: string | undefined) =>
  applicationPages.find((page) => page.path === path);
