import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LiveText } from '../../../kit/live-text.tsx';
import { useDashboard } from '../dashboard-context.ts';

export interface SectionProps {
  /** The section's ID. A URL with this fragment scrolls to the section. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  /** Whether the contents are below the title and use the whole width. By default they are beside the title. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

export function Section({ id, title, lead, isWide = false, children }: SectionProps) {
  const { route } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const current = route.value;
  useEffect(() => {
    if (current.view !== 'application' || current.section !== id) return;
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <section
      class={isWide ? 'section section--wide' : 'section'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div class="stack stack--tight">
        <h2 id={`${id}-title`} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {lead && (
          <p class="muted">
            <LiveText text={lead} />
          </p>
        )}
      </div>
      <div class="stack">{children}</div>
    </section>
  );
}
