import type { ReadonlySignal } from '@preact/signals';
import type { GallerySettings } from './settings.ts';

export interface GalleryProps {
  readonly settings: ReadonlySignal<GallerySettings>;
  readonly onChange: (next: Partial<GallerySettings>) => void;
}
