import type { PageText } from '../en.ts';

/** Tagalog. */
export const problems: PageText['problems'] = {
  access_denied: ({ application }) => [
    'Hindi pinayagan ang access',
    `Walang naibahagi sa ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `Ni-lock ng ${provider} ang account na ito`,
    `I-unlock ito sa ${domain}, saka subukan ulit dito.`,
  ],
  connection_lost: () => [
    'Nawala ang koneksyon sa internet',
    'Tingnan ang koneksyon mo sa internet, saka subukan ulit.',
  ],
  different_account: ({ provider }) => [
    'Ibang account ito',
    `Walang nabago. Mag-sign in sa ${provider} gamit ang account na ikinonekta mo.`,
  ],
  host_gone: ({ application }) => [
    `Hindi sumasagot ang ${application}`,
    `Baka na-reload o isinara ang page nito. Walang naibahagi. Bumalik sa ${application} at doon ulit ikonekta ang account mo.`,
  ],
  invalid_answer: ({ provider }) => [
    `Hindi tinanggap ng ${provider} ang sagot na iyon`,
    'Suriin ito at subukan ulit.',
  ],
  invalid_credentials: ({ provider }) => [
    `Hindi tinanggap ng ${provider} ang pag-sign in na ito`,
    'Tingnan ang inilagay mo, saka subukan ulit.',
  ],
  invalid_one_time_code: () => [
    'Tingnan ang code',
    'Mali ang code o nag-expire na ito. Ilagay ang pinakabagong natanggap mo.',
  ],
  invalid_options: ({ application }) => [
    'Mali ang setup ng page na ito',
    `Makipag-ugnayan sa support ng ${application} at ibigay ang reference na ito.`,
  ],
  invalid_request: () => ['Nagkaproblema sa page na ito', 'Walang naibahagi. Magsimula ulit.'],
  invalid_step: () => [
    'Hindi na valid ang page na ito',
    'Baka nakabukas ito sa dalawang window. Magsimula ulit.',
  ],
  no_host: () => [
    'Buksan ang page na ito mula sa isang application',
    'Gumagana lang ito kapag binuksan ng isang application. Bumalik sa application at doon ikonekta ang account mo.',
  ],
  not_approved: () => ['Hindi naaprubahan ang pag-sign in', 'Kung pagkakamali ito, subukan ulit.'],
  not_received: ({ application }) => [
    `Hindi kinumpirma ng ${application} ang koneksyon`,
    `Bumalik sa ${application}. Kung hindi nakakonekta roon ang account mo, doon ito ikonekta ulit.`,
  ],
  offline: () => ['Offline ka', 'Awtomatiko kaming susubok ulit kapag online ka na.'],
  origin_not_allowed: ({ application }) => [
    'Hindi puwedeng magkonekta ng account ang site na ito',
    `Hindi ito nakarehistro para sa ${application}. Makipag-ugnayan sa support ng application at ibigay ang reference na ito.`,
  ],
  protocol_error: ({ application }) => [
    `Hindi makaugnay ang page na ito sa ${application}`,
    `Makipag-ugnayan sa support ng ${application}.`,
  ],
  provider_unavailable: ({ provider }) => [
    `Hindi available ang ${provider} ngayon`,
    'Hindi sa account mo ang problema. Subukan ulit mamaya.',
  ],
  rate_limited: () => [
    'Masyado nang maraming beses na sinubukan',
    'Maghintay ng isang minuto, saka subukan ulit.',
  ],
  request_blocked: ({ application }) => [
    'Tinanggihan ito ng isang firewall',
    `Walang naibahagi. Tatanggihan ulit ang parehong input, kaya makipag-ugnayan sa support ng ${application} at ibigay ang reference na ito.`,
  ],
  server_error: () => [
    'Nagkaproblema sa panig namin',
    'Walang naibahagi. Subukan ulit pagkalipas ng ilang minuto.',
  ],
  session_expired: () => ['Nag-expire na ang session mo', 'Walang naibahagi. Magsimula ulit.'],
  session_ended: ({ application }) => [
    'Hindi na gumagana ang link na ito',
    `Nag-expire, nagamit na o binawi na ito. Bumalik sa ${application} at doon magsimula.`,
  ],
  storage_blocked: ({ provider }) => [
    'Hinaharangan ng browser mo ang storage',
    `Kung wala nito, hindi ka makakabalik dito mula sa ${provider}. Payagan ang cookies at site data para sa page na ito, saka subukan ulit.`,
  ],
  submission_limit_reached: ({ application }) => [
    'Naubos na ang mga test sign-in',
    `Puwedeng itaas ng mga developer ng ${application} ang limit.`,
  ],
  timeout: () => [
    'Masyado itong matagal',
    'Tingnan ang koneksyon mo sa internet, saka subukan ulit.',
  ],
  too_many_attempts: () => [
    'Masyado nang maraming beses na sinubukan',
    'Maghintay ng isang minuto, saka subukan ulit.',
  ],
  unknown_client: () => [
    'Hindi nakarehistro ang application na ito',
    'Makipag-ugnayan sa support nito at ibigay ang reference na ito.',
  ],
  wrong_number: ({ application }) => [
    'Hindi tugma ang numerong iyon',
    `Ilagay ang ipinapakita ng ${application} ngayon.`,
  ],
};

/** Tagalog. */
export const linkEnds: PageText['link']['over'] = {
  connected: () => [
    'Nakakonekta na ang account mo',
    'Nagamit na ang link na ito. Puwede mo nang isara ang page na ito.',
  ],
  denied: (application) => [
    'Walang naibahagi',
    `Tinanggihan mo ang access gamit ang link na ito. Kung magbago ang isip mo, humingi ng bagong link sa ${application}.`,
  ],
  canceled: (application) => [
    'Binawi ang link na ito',
    `Walang naibahagi. Kung gusto mo pa ring ikonekta ang account mo, humingi ng bagong link sa ${application}.`,
  ],
  expired: (application) => [
    'Nag-expire na ang link na ito',
    `Walang naibahagi. Humingi ng bagong link sa ${application}.`,
  ],
  incomplete: () => [
    'Buksan ulit ang link',
    'Wala na sa page na ito ang link. Buksan ito mula sa mensaheng natanggap mo.',
  ],
  left: () => [
    'Walang naibahagi',
    'Gumagana pa ang link. Magsimula ulit ngayon, o buksan ito mamaya.',
  ],
};
