import type { ComponentChildren } from 'preact';
import { LiveText } from '../../../kit/live-text.tsx';
import { Facts as FactRows } from '../../page/parts/facts.tsx';
import type { ApplicationSummary } from '../../shapes/dashboard-answers.ts';
import type { Environment } from '../../shapes/unions.ts';
import { formatNumber, formatTime, formatWholeTime } from '../format.ts';
import { CopyButton } from './copy-button.tsx';

/** The meaning of a status, which decides its colour: fine, in progress, needs attention, failed, or over. */
type StatusKind = 'good' | 'open' | 'warning' | 'bad' | 'over';

export interface StatusProps {
  readonly kind: StatusKind;
  readonly text: string;
}

export function Status({ kind, text }: StatusProps) {
  return (
    <span class={`pill pill--${kind}`}>
      <LiveText text={text} />
    </span>
  );
}

export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  const isTest = environment === 'test';
  return <Status kind={isTest ? 'warning' : 'good'} text={isTest ? 'Test' : 'Live'} />;
}

interface TimeProps {
  readonly at: number;
  readonly since?: number | null | undefined;
}

/** Shows a time in the visitor's time zone, or the seconds since another. A tooltip shows the date and the time zone. */
export function Time({ at, since = null }: TimeProps) {
  const text =
    since === null ? formatTime(at) : `+${formatNumber(Math.round((at - since) / 100) / 10)} s`;
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={formatWholeTime(at)}>
      <LiveText text={text} />
    </time>
  );
}

export interface ShortIdProps {
  readonly id: string;
  /** The kind of ID in words, for a button that copies the ID. Screen readers call it "Copy session ID …". */
  readonly what?: string;
}

const maxLength = 16;
const shownLength = 12;

export function ShortId({ id, what }: ShortIdProps) {
  const isShort = id.length <= maxLength;
  return (
    <span class="row short-id">
      <span class="mono" title={id}>
        {isShort ? id : `${id.slice(0, shownLength)}…`}
      </span>
      {what && !isShort && <CopyButton text={id} what={`${what} ${id}`} />}
    </span>
  );
}

/** Shows a URL. It breaks after a separator such as a slash, and within a part only if the part is longer than a line. */
export function UrlText({ url }: { readonly url: string }) {
  const parts = url.split(/(?<=[/?&])(?![/?&])/);
  return (
    <span class="mono" key={url}>
      {parts.map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </span>
  );
}

/** A text of the application or its developers, which ends in an ellipsis where it is too long for its place. */
export function Clipped({ text }: { readonly text: string }) {
  return (
    <span class="clip" translate={false} title={text}>
      {text}
    </span>
  );
}

export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  const rows = Object.entries(facts).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? <LiveText text={value} /> : value,
  }));
  return <FactRows rows={rows} />;
}

export interface CodeBlockProps {
  readonly id: string;
  readonly title: string;
  /** The code in words, for the button that copies it, such as "event". */
  readonly what: string;
  readonly code: string;
}

export function CodeBlock({ id, title, what, code }: CodeBlockProps) {
  return (
    <div class="code">
      <div class="row code__head">
        <h3 id={id}>{title}</h3>
        <CopyButton text={code} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="code__frame" tabIndex={0} aria-labelledby={id}>
        <pre>
          <code class="code__text mono">{code}</code>
        </pre>
      </section>
    </div>
  );
}

/** First the sign-ins on the Connect page, and in brackets all, with those that only the backend may use. */
export function Usage({ submissions }: Pick<ApplicationSummary, 'submissions'>) {
  if (!submissions) return <span class="muted">No limit</span>;
  const { limit, page } = submissions;
  const left = countLeft(submissions);
  return (
    <span class={left === 0 ? 'field__error' : undefined}>
      <span>
        <LiveText
          text={`${formatNumber(countLeft(page))} of ${formatNumber(page.limit)} sign-ins left`}
        />{' '}
        <span class="muted">
          <LiveText
            text={`(${formatNumber(left)} of ${formatNumber(limit)} including your backend)`}
          />
        </span>
      </span>
      <progress class="usage__bar" value={left} max={Math.max(1, limit)} aria-hidden="true" />
    </span>
  );
}

function countLeft({ used, limit }: { readonly used: number; readonly limit: number }): number {
  return Math.max(0, limit - used);
}
