import type { ManageText } from './en.ts';

/** Spanish. */
export const manage: ManageText = {
  title: 'Aplicaciones con acceso',
  lead: 'Inicia sesión con tu proveedor para ver qué aplicaciones pueden leer tu información y para retirarles el acceso.',
  promiseAfter: '. Ninguna aplicación ve tu contraseña.',
  listTitle: 'Estas aplicaciones tienen acceso',
  none: 'Ninguna aplicación tiene acceso',
  noneAdvice: 'Si conectaste otra cuenta, inicia sesión con ella.',
  nothing: 'Aquí no hay nada que administrar',
  nothingAdvice: 'Para retirar un acceso, ve a la aplicación que lo tiene.',
  search: 'Buscar aplicaciones',
  noMatch: 'Ninguna aplicación tiene ese nombre.',
  since: 'Desde',
  until: 'Fin',
  untilEnded: 'Cuando retires el acceso',
  lastRead: 'Última lectura',
  never: 'Todavía ninguna',
  now: 'Ahora',
  paused: 'No puede leer nada hasta que vuelvas a conectar la cuenta',
  end: 'Retirar acceso',
  endOf: (application) => `Retirar acceso a ${application}`,
  question: (application) => `¿Retirar el acceso a ${application}?`,
  consequence: (application) =>
    `${application} no podrá leer nada más. Es posible que conserve lo que ya leyó.`,
  keep: 'Mantener acceso',
  ended: (application) => `${application} ya no tiene acceso.`,
};
