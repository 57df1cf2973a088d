import { ask, type Draft, moveTo, queue } from '../draft.ts';
import { isInProvider } from '../flow.ts';
import type { Link } from '../flow-data.ts';
import { getHome, type PendingRequest } from '../phase.ts';
import { deny } from './end.ts';

/** The flow does not start before the person presses the button, because mail scanners open links, too. */
export function showLink(draft: Draft, { status }: Link): void {
  moveTo(draft, status === 'open' ? { kind: 'link' } : { kind: 'linkOver', end: status });
}

export function begin(draft: Draft): void {
  const { step, clientId, session } = draft;
  if (step.view.kind !== 'link' || step.request || session === null) return;
  ask(draft, { task: 'start' }, 'begin', { client_id: clientId, session });
}

/** Handles Cancel in a link or a redirect flow. A decision cannot be withdrawn after it was sent. */
export function cancel(draft: Draft): void {
  const { view } = draft.step;
  const hasCancel = getHome(draft.place).name === 'alone' && !draft.isVisit;
  const canLeave = view.kind === 'select' || isInProvider(view);
  const task = draft.step.request?.task;
  if (!hasCancel || !canLeave || task === 'allow' || task === 'deny') return;
  ask(draft, { task: 'deny' }, 'consent', { decision: 'deny' });
}

/** A person who cancels a link before the consent screen has decided nothing, so the link still works. */
export function handleDenied(draft: Draft): void {
  const hasDecided = draft.step.view.kind === 'consent';
  if (draft.link && !hasDecided) moveTo(draft, { kind: 'linkOver', end: 'left' });
  else deny(draft);
}

export function goToApplication(draft: Draft, { task }: PendingRequest, url: string): void {
  ask(draft, { task }, 'navigate', {});
  queue(draft, 'goTo', url);
}
