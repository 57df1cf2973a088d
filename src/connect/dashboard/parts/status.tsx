import { LiveText } from '../../../kit/live-text.tsx';

/** The meaning of a status, which decides its colour: fine, in progress, needs attention, failed, or over. */
type StatusKind = 'good' | 'open' | 'warning' | 'bad' | 'over';

export interface StatusProps {
  readonly kind: StatusKind;
  readonly text: string;
}

/** Shows a status as a coloured label with rounded ends. */
export function Status({ kind, text }: StatusProps) {
  return (
    <span class={`pill pill--${kind}`}>
      <LiveText text={text} />
    </span>
  );
}
