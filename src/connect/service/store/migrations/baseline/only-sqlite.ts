import { flowChangeLog } from '../../sqlite/flow-changes.ts';

const refuse = `SELECT RAISE(ABORT, 'Consent records cannot be changed, nor deleted before kept_until.')`;

/** Triggers that refuse to change a consent record, or to delete it before `kept_until`. The error says why. */
const consentGuards: readonly string[] = [
  `CREATE TRIGGER consents_not_changed BEFORE UPDATE ON consents BEGIN ${refuse}; END`,
  `CREATE TRIGGER consents_not_deleted BEFORE DELETE ON consents
    WHEN OLD.kept_until > unixepoch() * 1000 BEGIN ${refuse}; END`,
  // `INSERT OR REPLACE` deletes a row without running the trigger above: https://sqlite.org/lang_conflict.html
  `CREATE TRIGGER consents_not_replaced BEFORE INSERT ON consents
    WHEN EXISTS (SELECT 1 FROM consents WHERE id = NEW.id) BEGIN ${refuse}; END`,
];

/** The providers that an operator has switched, as JSON: a view, because every step reads them with the application. */
const switchedProvidersView = `CREATE VIEW switched_providers AS
  SELECT json_group_array(
    json_object('provider_id', provider_id, 'state', state, 'reason', reason)) AS switches FROM provider_switches`;

export const onlySqlite: readonly string[] = [
  ...consentGuards,
  switchedProvidersView,
  ...flowChangeLog,
];
