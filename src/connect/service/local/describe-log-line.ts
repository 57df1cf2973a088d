export interface LocalMessage {
  readonly isError: boolean;
  /** One line, or several when the message includes a stack. */
  readonly text: string;
}

interface LogFields {
  readonly level: number;
  readonly msg?: string;
  readonly provider_id?: string;
  /** The text that a plug-in logged with `context.log`. */
  readonly message?: string;
  readonly detail?: string;
  readonly stack?: string;
  readonly err?: { readonly message?: string };
}

export interface LocalDelivery {
  /** The HTTP status of the response, or the reason why there was none. */
  readonly result: number | string;
  readonly type: string;
  readonly eventId: string;
  readonly ms: number;
  /** The target of a redirect. The service does not follow redirects. */
  readonly redirectsTo?: string;
}

/** Finds the delivery that a line of the service's log reports. Undefined when it reports none. */
export function findDelivery(line: string): LocalDelivery | undefined {
  if (!/"msg":"webhook (?:not )?delivered"/.test(line)) return undefined;
  const { result, type, event_id: eventId, ms, redirects_to: redirectsTo } = JSON.parse(line);
  return { result, type, eventId, ms, ...(redirectsTo && { redirectsTo }) };
}

/** The number of the level "error" in the logs of pino. */
const errorLevel = 50;

/** Describes an error, a refused exchange of a code, or a message of a plug-in. Undefined for other lines. */
export function describeLogLine(line: string): LocalMessage | undefined {
  const fields = JSON.parse(line) as LogFields;
  const { level, msg = '', provider_id, message = '', detail, stack, err } = fields;
  if (msg === 'exchange refused') return { isError: true, text: `${msg}: ${detail}` };
  if (level < errorLevel) {
    const isOfPlugin = msg === 'provider' && provider_id !== undefined;
    return isOfPlugin ? { isError: false, text: `${provider_id}: ${message}` } : undefined;
  }
  const reason = stack ?? detail ?? err?.message;
  const title = provider_id === undefined ? msg : `${provider_id}: ${msg}`;
  return { isError: true, text: reason === undefined ? title : `${title}: ${reason}` };
}
