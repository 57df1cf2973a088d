import { signal } from '@preact/signals';
import type { CallOf } from '../../../kit/create-machine.ts';
import type { Listener } from '../../channel/port.ts';
import type { ConnectError } from '../../protocol/errors.ts';
import type { PageMessage } from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import type { PreloadOptions } from '../api.ts';
import { watchDeveloper } from '../developer/watch-developer.ts';
import { refreshOnline } from '../session/describe-facts.ts';
import type { Effects, TimerName } from '../session/draft.ts';
import { durations } from '../session/effects.ts';
import { createState, needsPopup, type SessionFacts, type SessionState } from '../session/phase.ts';
import { type FollowedOptions, followKey, type PreparedFlow } from '../session/prepare-flow.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { type Input, transition } from '../session/transition.ts';
import { listProviders } from '../session/transitions/page.ts';

interface ListContext extends DeveloperContext {
  readonly facts: SessionFacts;
  /** The options of the host, without `element` and `placeholder`. */
  readonly options: PreloadOptions;
  preload(options: PreloadOptions): () => void;
  onFailed(error: ConnectError): void;
  /** Called when the flow ends before its list has come: a session or another `preload` has taken its place. */
  onGone(): void;
}

/**
 * Loads the list of providers by `preload`, so that the session of the picked provider continues the same flow. Until
 * then, the rules of a session that waits for its page apply (`transition`). If the flow ends later, the list stays.
 */
export function createListFlow(context: ListContext) {
  const state = signal(createState(context.facts, null));
  let page: { readonly flow: PreparedFlow; readonly id: string } | undefined;
  let release = () => {};

  const dispatch = (...input: Input) => {
    const step = transition(refreshOnline(state.peek()), input);
    state.value = step.state;
    step.effects.forEach(perform);
  };
  const load = () => {
    release();
    const options: FollowedOptions = {
      ...context.options,
      [followKey](flow, id) {
        page = { flow, id };
        release = followWhile(() => state.peek().phase.name === 'starting', flow, {
          onMessage: take,
          onFailure: (code) => dispatch('flowFailed', 'frame', code),
          onGone: context.onGone,
          releaseFrame: release,
        });
      },
    };
    release = context.preload(options);
  };
  const perform = (effect: CallOf<Effects>) => {
    if (effect[0] === 'waitFor') waitFor(effect[1]);
    else if (effect[0] === 'stopWaiting') stopWaiting();
    else if (effect[0] === 'startFrame') load();
    else if (effect[0] === 'closeFrameFlow') release();
    else if (effect[0] === 'emit' && effect[1].name === 'failed') context.onFailed(effect[1].error);
  };
  const take = (message: PageMessage) => {
    if (message.type !== 'providers') return dispatch('pageSaid', 'frame', message);
    stopWaiting();
    state.value = showList(state.peek(), message.providers);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => clearTimeout(timer);
  const waitFor = (name: TimerName) => {
    stopWaiting();
    timer = setTimeout(() => dispatch('timedOut', name), durations[name]);
  };
  dispatch('start');
  const developer = watchDeveloper(context, state, (text) => dispatch('serviceRefused', text));
  const handleOnline = () => dispatch('online');
  globalThis.addEventListener('online', handleOnline);
  return {
    /** The state of a session that never gets beyond the selection, because a picked provider opens another session. */
    state,
    /** The ID of the session that will take the flow over. Empty before the flow has started. */
    getId: () => page?.id ?? '',
    retry: () => dispatch('retry'),
    /** Lets a session with this provider continue an open flow. Returns whether the provider can be framed. */
    pick(providerId: string): boolean {
      const isFramed = !needsPopup(state.peek(), providerId);
      if (isFramed && page && isSelecting(page.flow)) page.flow.pick(providerId);
      return isFramed;
    },
    /** Removes the hidden page, unless a session has taken it over. The loaded list stays. */
    release: () => release(),
    close(): void {
      stopWaiting();
      developer.close();
      globalThis.removeEventListener('online', handleOnline);
      release();
    },
  };
}

function showList(state: SessionState, list: readonly Provider[]): SessionState {
  const providers = listProviders(state, list);
  return { ...state, providers, phase: { name: 'selecting', busyId: null } };
}

export type ListFlow = ReturnType<typeof createListFlow>;

function isSelecting({ said }: PreparedFlow): boolean {
  const last = said.peek().at(-1);
  return last?.type === 'step' && last.step === 'select';
}

interface Follower extends Listener<PageMessage> {
  onGone(): void;
  releaseFrame(): void;
}

/** Follows a flow. The returned function stops this, and removes the frame. */
function followWhile(isWanted: () => boolean, { said, end }: PreparedFlow, follower: Follower) {
  let heard = 0;
  const stopListening = said.subscribe((messages) => {
    for (const message of messages.slice(heard)) if (isWanted()) follower.onMessage(message);
    heard = messages.length;
  });
  const stopWatching = end.subscribe((reason) => {
    if (!reason || !isWanted()) return;
    if (reason === 'taken' || reason === 'closed') follower.onGone();
    else if (reason !== 'said') follower.onFailure(reason);
  });
  return () => {
    stopListening();
    stopWatching();
    // A `preload` with other options has closed this flow, and uses the frame for its own.
    if (end.peek() !== 'closed') follower.releaseFrame();
  };
}
