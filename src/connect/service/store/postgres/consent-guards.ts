/** Triggers that keep consent records as they are. The error says why. */
export const consentGuards: readonly string[] = [
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
