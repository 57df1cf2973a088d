import { flowChangeLog } from '../../postgres/flow-changes.ts';

/** Triggers that refuse to change a consent record, or to delete it before `kept_until`. The error says why. */
const consentGuards: readonly string[] = [
  `CREATE FUNCTION keep_consents() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        IF OLD.kept_until <= extract(epoch FROM clock_timestamp()) * 1000 THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION 'Consent records cannot be changed, nor deleted before kept_until.';
    END $$`,
  `CREATE TRIGGER consents_kept BEFORE UPDATE OR DELETE ON consents
    FOR EACH ROW EXECUTE FUNCTION keep_consents()`,
  `CREATE TRIGGER consents_not_truncated BEFORE TRUNCATE ON consents
    FOR EACH STATEMENT EXECUTE FUNCTION keep_consents()`,
];

/** The providers that an operator has switched, as JSON: a view, because every step reads them with the application. */
const switchedProvidersView = `CREATE VIEW switched_providers AS
  SELECT coalesce(json_agg(
    json_build_object('provider_id', provider_id, 'state', state, 'reason', reason)), '[]')::text AS switches FROM provider_switches`;

export const onlyPostgres: readonly string[] = [
  ...consentGuards,
  switchedProvidersView,
  ...flowChangeLog,
];
