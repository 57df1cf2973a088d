import './dashboard.css';
import { render } from 'preact';
import { findMisplaced } from '../../kit/misplaced.ts';
import { App } from './app.tsx';
import { createBrowserHistory } from './browser-history.ts';
import { createDashboard } from './dashboard.ts';
import { DashboardProvider } from './dashboard-context.ts';
import { parseRoute } from './routes.ts';
import { findEdits } from './unsaved-edits.ts';

function startDashboard(root: HTMLElement): void {
  const hasEdits = () => findEdits(root).size > 0;
  const history = createBrowserHistory(hasEdits);
  const dashboard = createDashboard({
    send: window.fetch.bind(window),
    firstRoute: parseRoute(window.location),
    onRoute: history.push,
    onFilters: history.replace,
    findEdits: () => findEdits(root),
  });
  history.follow(dashboard);
  window.addEventListener('beforeunload', (event) => {
    if (dashboard.session.value?.csrf_token && hasEdits()) event.preventDefault();
  });
  // The browser may restore this page from its back-forward cache. Its data and its sign-in may then be out of date.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void dashboard.load();
  });
  render(
    <DashboardProvider value={dashboard}>
      <App />
    </DashboardProvider>,
    root,
  );
  void dashboard.load();
}

const root = document.querySelector<HTMLElement>('#root');
const misplaced = findMisplaced(document, window.location.origin);
if (misplaced) misplaced.show();
else if (root) startDashboard(root);
