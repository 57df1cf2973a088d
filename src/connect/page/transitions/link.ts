import { ask, type Draft, moveTo, queue } from '../draft.ts';
import { isInProvider } from '../flow.ts';
import type { Link } from '../flow-data.ts';
import { getHome, getRequest, isOver, type PendingRequest } from '../phase.ts';
import { deny } from './end.ts';

/** Shows a link. Nothing starts before the person presses the button, because mail scanners open links. */
export function showLink(draft: Draft, { status }: Link): void {
  moveTo(draft, status === 'open' ? { kind: 'link' } : { kind: 'linkOver', end: status });
}

/** The person has pressed the button. */
export function begin(draft: Draft): void {
  const { step, session } = draft;
  if (step.view.kind !== 'link' || getRequest(step) || session === null) return;
  ask(draft, { name: 'begin', session }, { task: 'start' });
}

/** Handles Cancel in a link or a redirect flow. A decision cannot be withdrawn after it was sent. */
export function cancel(draft: Draft): void {
  const { view } = draft.step;
  const hasCancel = getHome(draft.place).name === 'alone' && !draft.isVisit;
  const canLeave = view.kind === 'select' || isInProvider(view);
  const task = getRequest(draft.step)?.task;
  if (!hasCancel || !canLeave || task === 'allow' || task === 'deny') return;
  ask(draft, { name: 'decide', decision: 'deny' }, { task: 'deny' });
}

/** A person who leaves a link before consent has decided nothing, so the link still works. */
export function handleDenied(draft: Draft): void {
  const hasDecided = draft.step.view.kind === 'consent';
  if (draft.link && !hasDecided) moveTo(draft, { kind: 'linkOver', end: 'left' });
  else deny(draft);
}

/** Ends the flow at the application. The page waits to be replaced, or times out. */
export function goToApplication(draft: Draft, { task }: PendingRequest, url: string): void {
  if (isOver(draft.step)) return;
  ask(draft, { name: 'navigate' }, { task });
  queue(draft, 'goTo', url);
}
