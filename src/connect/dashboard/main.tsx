import './dashboard.css';
import { render } from 'preact';
import { findMisplaced } from '../design/misplaced.ts';
import { App } from './app.tsx';
import { createBrowserHistory } from './browser-history.ts';
import { createDashboardClient } from './dashboard-client.ts';
import { DashboardProvider } from './dashboard-context.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { parseRoute } from './routes.ts';
import { hasUnsavedEdits } from './unsaved-edits.ts';

function startDashboard(root: HTMLElement): void {
  const isUnsaved = () => hasUnsavedEdits(root);
  const history = createBrowserHistory(isUnsaved);
  const store = createDashboardStore({
    createClient: (readCsrfToken) =>
      createDashboardClient(window.fetch.bind(window), readCsrfToken),
    firstRoute: parseRoute(window.location),
    onRoute: history.push,
    hasUnsavedEdits: isUnsaved,
  });
  history.follow(store);
  window.addEventListener('beforeunload', (event) => {
    if (store.visitor.value === 'operator' && isUnsaved()) event.preventDefault();
  });
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
