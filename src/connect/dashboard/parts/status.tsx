import { LiveText } from '../../../kit/live-text.tsx';
/** The colour of a status: fine, under way, needs attention, failed, or no longer of interest. */
export type StatusKind = 'good' | 'open' | 'warning' | 'bad' | 'over';

export interface StatusProps {
  readonly kind: StatusKind;
  readonly text: string;
}

/** A pill with the status. */
export function Status({ kind, text }: StatusProps) {
  return (
    <span class={`pill pill--${kind}`}>
      <LiveText text={text} />
    </span>
  );
}
