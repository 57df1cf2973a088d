/** The Connect page of the gallery. It follows a script: `client_id` in its URL names the modal's screen to show. */
import { type BridgeHandlers, createBridge, type PageSession } from 'tax-connect/page';
import picture from './logo.svg';
import type { ModalScreen, PageStage } from './modal-screen-types.ts';
import { modalScreens } from './modal-screens.ts';
import { pageStates, usualProviders } from './page-states.ts';
import { showPage } from './show-page.tsx';

const screen = modalScreens.get(new URLSearchParams(window.location.search).get('client_id') ?? '');
const play = screen?.play;
if (play) playScreen(play);

function playScreen(startPlay: NonNullable<ModalScreen['play']>): void {
  let session: PageSession | undefined;
  const handlers: BridgeHandlers = {
    onSession(welcomed) {
      session = welcomed;
      void startPlay({
        bridge,
        start,
        enter,
        nonce: welcomed.nonce,
        picture: new URL(picture, window.location.href).href,
      });
    },
    onSelectProvider() {
      if (!screen?.ignoresSelection) void enter('login');
    },
    onHandoff() {
      if (screen?.onHandoff === 'asked') bridge.sendHandoffAsked('4711');
      else if (screen?.onHandoff) bridge.sendHandoffChanged(screen.onHandoff);
      // Acts as if the person continued the flow in the popup, and allowed access there.
      if (screen?.onHandoff === 'joined' && session) {
        bridge.sendCode('a-code-of-the-gallery', session.nonce);
      }
    },
    onBack: () => bridge.sendStep('select'),
    onClose: () => bridge.close(),
  };
  const bridge = createBridge(handlers);

  const start: PageStage['start'] = (providers = usualProviders, environment = 'test') => {
    // `true`: the backend's session is used. The real page always sends it, too. Hosts without a session ignore it.
    bridge.sendReady(
      { name: 'Tally', environment, support_url: 'https://tally.example/help' },
      true,
    );
    bridge.sendProviders(providers);
  };
  const enter: PageStage['enter'] = async (stateId) => {
    const { kind, ...view } = pageStates.get(stateId)?.view ?? { kind: 'failed' };
    if ('provider' in view) bridge.sendProviderSelected(view.provider.id);
    bridge.sendStep(kind === 'consent' ? 'consent' : 'login');
    if (!session) return;
    const { locale, theme, origin } = session;
    await showPage({
      stateId,
      surface: 'frame',
      locale,
      theme,
      texts: 'own',
      origin,
      onHeight: (height) => bridge.sendResize(height),
      onEscape: () => bridge.requestExit(),
    });
  };
}
