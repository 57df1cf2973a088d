import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { useDashboard } from '../dashboard-context.ts';

export interface SectionProps {
  /** The ID, which is also the fragment of addresses that lead to the section. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  /** Whether the contents use the whole width, below the title. */
  readonly isWide?: boolean;
  /** Gets the focus when the focused element is removed. */
  readonly titleRef?: RefObject<HTMLHeadingElement | null>;
  readonly children: ComponentChildren;
}

/** A part with a title. It is a landmark, so screen readers can jump to it. */
export function Section({ id, title, lead, isWide = false, titleRef, children }: SectionProps) {
  const { route } = useDashboard();
  const own = useRef<HTMLHeadingElement>(null);
  const heading = titleRef ?? own;
  const current = route.value;
  useEffect(() => {
    if (current.view !== 'application' || current.section !== id) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <section
      class={isWide ? 'section section--wide' : 'section'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div class="section__head">
        <h2 class="section__title" id={`${id}-title`} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {lead && (
          <p class="section__lead">
            <LiveText text={lead} />
          </p>
        )}
      </div>
      <div class="section__body">{children}</div>
    </section>
  );
}
