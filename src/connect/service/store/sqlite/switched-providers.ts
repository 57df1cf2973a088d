/** A view, because every step of a flow reads all switches in the statement that finds its application. */
export const switchedProvidersView = `CREATE VIEW switched_providers AS
  SELECT json_group_array(
    json_object('provider_id', provider_id, 'state', state, 'reason', reason)) AS switches FROM provider_switches`;
