import { addColumns, addIndexes, type Migration } from './migration.ts';

/** What keeps changes in order, and work bounded. */
export const orderAndBounds: readonly Migration[] = [
  {
    version: 32,
    name: 'removed webhooks',
    phase: 'expand',
    ...addColumns('webhooks', 'removed_at bigint'),
  },
  {
    version: 33,
    name: 'an index of removed webhooks',
    phase: 'expand',
    ...addIndexes(
      'CREATE INDEX webhooks_removed ON webhooks (webhook_id) WHERE removed_at IS NOT NULL',
    ),
  },
];
