import type { ComponentChildren, RefObject } from 'preact';

/** A part of a view. */
export interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  /** Gets the focus when the focused element is removed. */
  readonly titleRef?: RefObject<HTMLHeadingElement | null>;
  readonly children: ComponentChildren;
}

/** A titled card; a landmark that screen readers can jump to. */
export function Section({ id, title, lead, titleRef, children }: SectionProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card__head">
        <h2 class="card__title" id={id} tabIndex={-1} ref={titleRef ?? null}>
          {title}
        </h2>
        {lead && <p class="card__lead">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
