import type {
  Bridge,
  BridgeHandlers,
  BridgeOptions,
  ConnectApplication,
  HostPresence,
  Provider,
} from 'tax-connect/page';
import { createMachine } from '../../kit/create-machine.ts';
import { type Effects, type Message, waits } from './draft.ts';
import { createExpiryWatch } from './expiry-watch.ts';
import type { Continuation } from './kept-flow.ts';
import { createPage, type Page, type PageFacts, type Presentation } from './phase.ts';
import type { Problem } from './problems.ts';
import {
  type Request,
  type RequestRow,
  type Response,
  requests,
  type StepName,
} from './requests.ts';
import { type Service, waitForNavigation } from './service.ts';
import { claimSession, closeWhenReplaced, readOwnSession } from './session-windows.ts';
import { type Input, transition } from './transition.ts';

export interface EffectsOptions {
  readonly service: Service;
  /** `createBridge` of `tax-connect/page`, or a replacement in tests. */
  readonly createBridge: (handlers: BridgeHandlers, options: BridgeOptions) => Bridge;
  readonly show: (presentation: Presentation) => void;
  /** Throws if the browser has no storage for this page. The page then stays. */
  readonly openSite: (url: string, continuation: Continuation) => void;
  readonly goTo: (url: string) => void;
  readonly restart: () => void;
  readonly dispatch: (...input: Input) => void;
}

function createEffects(options: EffectsOptions): Effects {
  const { service, dispatch, show, openSite, restart } = options;
  const { checkHost, ...bridge } = createHostBridge(options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = createExpiryWatch(dispatch);
  let stopWatchingSession = () => {};
  let releaseSession = () => {};

  return {
    ...createRequests(options, checkHost),
    ...createListener(service, dispatch),
    ...createHandoffs(options),
    leave: (failed) => service.leave(failed),
    ...bridge,
    waitFor(name) {
      clearTimeout(timer);
      timer = setTimeout(() => dispatch('timedOut', name), waits[name]);
    },
    stopWaiting: () => clearTimeout(timer),
    watchExpiry: expiry.begin,
    async stay(isPresent) {
      const idleSeconds = isPresent ? 0 : expiry.readIdleSeconds();
      dispatch('stayed', await service.ask('stay', { idle_seconds: idleSeconds }));
    },
    show,
    watchSession() {
      releaseSession();
      stopWatchingSession = closeWhenReplaced(() => window.close());
    },
    stopWatchingSession: () => stopWatchingSession(),
    claimSession(sessionId) {
      releaseSession = claimSession(sessionId);
    },
    openSite(url, continuation) {
      try {
        openSite(url, continuation);
      } catch {
        dispatch('siteBlocked');
      }
    },
    goTo: options.goTo,
    closeWindow: () => window.close(),
    async closeWithHost() {
      if ((await checkHost()) !== 'there') window.close();
    },
    restart,
  };
}

/** Sends the requests with which the page in a frame and a popup agree on who continues the flow. */
function createHandoffs({
  service,
  dispatch,
}: EffectsOptions): Pick<Effects, 'register' | 'takeBack' | 'collectCode' | 'refuse'> {
  let sharing: Promise<unknown> = Promise.resolve();
  /** The service gets the requests in the order of the inputs. */
  const inOrder = <Result>(request: () => Promise<Result>): Promise<Result> => {
    const result = sharing.then(request);
    sharing = result;
    return result;
  };
  return {
    async register(id, handoff) {
      dispatch('registered', id, await inOrder(() => service.ask('handoff', handoff)));
    },
    async takeBack(id) {
      dispatch('takenBack', id, await inOrder(() => service.ask('back', {})));
    },
    async collectCode(id) {
      dispatch('collected', id, await service.ask('code', {}));
    },
    refuse: (handoff) => void service.ask('refuse', { handoff }),
  };
}

/** Sends one request at a time. A new request aborts the pending one, whose response is dropped. */
function createRequests(
  { service, dispatch }: EffectsOptions,
  checkHost: () => ReturnType<Bridge['checkHost']>,
): Pick<Effects, 'ask' | 'abort'> {
  let current = new AbortController();
  return {
    async ask(id, request, needsHost) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const presence = needsHost ? await checkHost() : 'there';
      if (signal.aborted) return;
      const response =
        presence === 'there'
          ? await send(service, request, signal)
          : refuseWithoutHost(request, presence);
      if (!signal.aborted) dispatch('answered', id, response);
    },
    abort: () => current.abort(),
  };
}

const retryEveryMs = 500;
/** The time to repeat a question about a push, in milliseconds: phones cut connections of a hidden app. */
const repeatPushMs = 10_000;

async function send(service: Service, request: Request, signal: AbortSignal): Promise<Response> {
  const [name, body] = request;
  const { repeatMs = 0 }: RequestRow = requests[name];
  const ask = async () =>
    name === 'navigate'
      ? await waitForNavigation(signal)
      : await service.ask<StepName>(name, body, signal);
  const isPush = name === 'answer' && body.answer === '';
  let result = await ask();
  // The time begins after the first answer, because a phone may have stopped this page in the meantime.
  const giveUpAt = performance.now() + (isPush ? repeatPushMs : repeatMs);
  const isTemporary = ({ code, retryable }: Problem) =>
    isPush ? code === 'connection_lost' || code === 'timeout' : retryable;
  while (!result.ok && isTemporary(result.problem) && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
    if (signal.aborted) break;
    result = await ask();
  }
  // The type of `ask` guarantees that the result fits the name.
  return { name, result } as Response;
}

/** The answer to an unsent request. A silent host may be busy, or suspended by a phone, so the user can try again. */
function refuseWithoutHost([name]: Request, presence: Exclude<HostPresence, 'there'>): Response {
  const description = `The application that opened this window is ${presence}.`;
  const retryable = presence === 'silent';
  return { name, result: { ok: false, problem: { code: 'host_gone', description, retryable } } };
}

function createListener(
  service: Service,
  dispatch: EffectsOptions['dispatch'],
): Pick<Effects, 'listen' | 'stopListening'> {
  let current = new AbortController();
  return {
    async listen(id, delayMs) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) return;
      const problem = await service.listen((event) => {
        if (!signal.aborted) dispatch('heard', id, event);
      }, signal);
      if (!signal.aborted) dispatch('streamEnded', id, problem);
    },
    stopListening: () => current.abort(),
  };
}

/** Controls the bridge, which is the channel to the host. Without a bridge, messages to the host are dropped. */
function createHostBridge({ createBridge, dispatch }: EffectsOptions) {
  let bridge: Bridge | undefined;
  let isWelcomed = false;
  const handlers: BridgeHandlers = {
    onSession(session) {
      isWelcomed = true;
      dispatch('welcomed', session);
    },
    onSelectProvider: (providerId) => dispatch('hostSelected', providerId),
    onHandoff: (secret, providerId) => dispatch('handoffReceived', secret, providerId),
    onBack: () => dispatch('hostWentBack'),
    onCodeReceived: () => dispatch('codeReceived'),
    onHostUnload: () => dispatch('hostUnloaded'),
    onClose: () => dispatch('hostClosed'),
  };
  return {
    findHost(isBack: boolean): void {
      try {
        bridge = createBridge(handlers, { sessionId: isBack ? null : readOwnSession() });
      } catch {
        // The page has no host. The user opened the page by hand, its opener is cut off, or it is framed too deep.
        dispatch('hostMissing');
      }
    },
    tell(message: Message): void {
      if (message[0] === 'sendReady') message = ['sendReady', completeLogo(message[1]), message[2]];
      if (message[0] === 'sendProviders') message = [message[0], message[1].map(completeLogo)];
      const [name, ...values] = message;
      // The type of `Message` guarantees that the values fit the name.
      if (bridge) (bridge[name] as (...values: readonly unknown[]) => void)(...values);
    },
    /** @returns whether the host is there; `closed` when no host has welcomed the page */
    checkHost: async () => (bridge && isWelcomed ? await bridge.checkHost() : ('closed' as const)),
    closeBridge: () => bridge?.close(),
  };
}

/** Makes the path of a logo absolute, because the host's document has another origin. */
function completeLogo<Named extends ConnectApplication | Provider>(named: Named): Named {
  const { logo } = named;
  return { ...named, logo: logo?.startsWith('/') ? location.origin + logo : logo };
}

export function createDriver(facts: PageFacts, surroundings: Omit<EffectsOptions, 'dispatch'>) {
  const { state: page, dispatch } = createMachine<Page, Effects, Input>({
    state: createPage(facts),
    transition,
    getEffects: () => effects,
  });
  const effects = createEffects({ ...surroundings, dispatch });
  return { page, dispatch };
}
