import { createMachine } from '../../kit/create-machine.ts';
import type { Effects } from './draft.ts';
import { createEffects, type EffectsOptions } from './effects.ts';
import { createPage, type Page, type PageFacts } from './phase.ts';
import { type Input, transition } from './transition.ts';

export function createDriver(facts: PageFacts, surroundings: Omit<EffectsOptions, 'dispatch'>) {
  const { state: page, dispatch } = createMachine<Page, Effects, Input>({
    state: createPage(facts),
    transition,
    getEffects: () => effects,
  });
  const effects = createEffects({ ...surroundings, dispatch });
  return { page, dispatch };
}
