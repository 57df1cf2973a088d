import './dashboard.css';
import { render } from 'preact';
import { findMisplaced } from '../design/misplaced.ts';
import { App } from './app.tsx';
import { createDashboardClient } from './dashboard-client.ts';
import { DashboardProvider } from './dashboard-context.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { formatRoute, parseRoute } from './routes.ts';

const readRoute = () => parseRoute(window.location.pathname);

function startDashboard(root: HTMLElement): void {
  const store = createDashboardStore({
    createClient: (readCsrfToken) =>
      createDashboardClient(window.fetch.bind(window), readCsrfToken),
    firstRoute: readRoute(),
    onRoute(route) {
      const address = formatRoute(route);
      if (address !== window.location.pathname) window.history.pushState(null, '', address);
    },
  });
  window.addEventListener('popstate', () => store.go(readRoute()));
  // A page from the back-forward cache may be older than the session.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void store.load();
  });
  render(
    <DashboardProvider value={store}>
      <App />
    </DashboardProvider>,
    root,
  );
  void store.load();
}

const root = document.querySelector<HTMLElement>('#root');
const misplaced = findMisplaced(document, window.location.origin);
if (misplaced) misplaced.show();
else if (root) startDashboard(root);
