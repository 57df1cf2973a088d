import type { ReadonlySignal } from '@preact/signals';
import type { GallerySettings } from './settings.ts';

/** What the gallery and its parts are drawn from. */
export interface GalleryProps {
  readonly settings: ReadonlySignal<GallerySettings>;
  readonly onChange: (next: Partial<GallerySettings>) => void;
}
