import type { PageText } from './en.ts';

const numbers = new Intl.NumberFormat('fil');

/** Tagalog; its nouns do not change with the number. */
export const text: PageText = {
  languageTag: 'tl',
  direction: 'ltr',
  connectTo: (application) => `Ikonekta sa ${application}`,
  testBadge: 'Pagsubok',
  testBadgeHint: 'Application na pang-test: walang totoong account na ginagamit',
  cancel: 'Kanselahin',
  exit: {
    title: 'Umalis nang hindi kumokonekta?',
    advice: 'Kakailanganin mong magsimula ulit.',
    stay: 'Ituloy',
    leave: 'Umalis',
  },
  back: 'Pumili ng ibang provider',
  tryAgain: 'Subukan ulit',
  close: 'Isara',
  startAgain: 'Magsimula ulit',
  failedTitle: 'Hindi ito gumana',
  unnamedProvider: 'Ang provider',
  unnamedDomain: 'sarili nitong site',
  offlineTitle: 'Offline ka',
  problems: {
    access_denied: ({ application }) =>
      `Hindi pinayagan ang access, kaya walang natanggap ang ${application}.`,
    account_locked: ({ provider, domain }) =>
      `Ni-lock ng ${provider} ang account na ito. I-unlock ito sa ${domain}, saka subukan ulit dito.`,
    connection_lost: () => 'Naputol ang koneksyon. Tingnan ito, saka subukan ulit.',
    host_gone: ({ application }) =>
      `Hindi na sumasagot ang ${application}. Baka na-reload o isinara ang page nito. Walang naibahagi. Bumalik sa ${application} at doon kumonekta ulit.`,
    invalid_credentials: ({ provider }) =>
      `Hindi tinanggap ng ${provider} ang username at password na ito. Tingnan ang dalawa at subukan ulit.`,
    invalid_one_time_code: () =>
      'Mali ang code o hindi na ito gumagana. Ilagay ang pinakabagong natanggap mo.',
    invalid_request: () => 'May nangyaring mali sa page na ito. Magsimula ulit.',
    invalid_step: () =>
      'Wala na sa tamang hakbang ang page na ito, marahil dahil dalawang beses itong binuksan. Magsimula ulit.',
    no_host: () =>
      'Gumagana lang ang page na ito kapag binuksan ng isang application. Bumalik sa application at doon kumonekta.',
    not_received: ({ application }) =>
      `Hindi kinumpirma ng ${application} ang koneksyon. Bumalik sa ${application}. Kung hindi nito sinasabing nakakonekta ka na, doon kumonekta ulit.`,
    offline: () => 'Offline ka. Kusa naming susubukan ulit kapag online ka na.',
    origin_not_allowed: ({ application }) =>
      `Hindi nakarehistro ang website na ito para magkonekta ng mga account para sa ${application}.`,
    protocol_error: ({ application }) =>
      `Hindi nagkakaintindihan ang ${application} at ang page na ito. Ipaalam ito sa ${application}.`,
    provider_unavailable: ({ provider }) =>
      `Hindi sumasagot ang ${provider} sa ngayon. Walang problema sa account mo.`,
    rate_limited: () =>
      'Masyadong maraming pagsubok. Maghintay ng isang minuto, saka subukan ulit.',
    server_error: () => 'May nangyaring mali sa panig namin. Walang naibahagi.',
    session_expired: () =>
      'Lumampas na ito sa oras na pinananatili naming bukas ang isang session. Magsimula ulit.',
    submission_limit_reached: ({ application }) =>
      `Naubos na ng test application na ${application} ang lahat ng pagsusumite nito.`,
    timeout: () => 'Walang dumating na sagot sa oras. Subukan ulit.',
    unknown_client: () => 'Hindi nakarehistro ang application na nagdala sa iyo rito.',
  },
  waiting: {
    start: 'Naghahanda…',
    select: 'Binubuksan ang login…',
    back: 'Bumabalik…',
    login: 'Nagsa-sign in…',
    mfa: 'Sinusuri ang code…',
    allow: 'Kumokonekta…',
    deny: 'Kinakansela…',
    stillWorking: (provider) => `Tuloy pa rin. Medyo matagal sumagot ang ${provider}.`,
  },
  select: {
    title: 'Piliin ang iyong tax provider',
    promise: (application) =>
      `Sa provider mo ikaw magsa-sign in. Hindi kailanman makikita ng ${application} ang password mo.`,
  },
  login: {
    title: (provider) => `Mag-sign in sa ${provider}`,
    promiseBefore: 'Magsa-sign in ka sa ',
    promiseAfter: (application) => `. Hindi kailanman makikita ng ${application} ang password mo.`,
    username: 'Username',
    password: 'Password',
    show: 'Ipakita',
    hide: 'Itago',
    submit: 'Mag-sign in',
    usernameMissing: 'Ilagay ang username mo.',
    passwordMissing: 'Ilagay ang password mo.',
    usernameWrong: 'Tingnan ang username.',
    passwordWrong: 'Ilagay ulit ang password.',
  },
  test: {
    title: 'Login na pang-test',
    hintBefore: 'Gamitin ang ',
    hintBetween: ' at ang password na ',
    hintAfter: '.',
    submissions: (left, limit) =>
      `${numbers.format(left)} sa ${numbers.format(limit)} na pagsusumite ang natitira.`,
  },
  mfa: {
    title: 'Ilagay ang code mo',
    lead: (provider) => `Pinadalhan ka ng ${provider} ng code na isang beses lang magagamit.`,
    code: 'Isang-beses na code',
    submit: 'Magpatuloy',
    codeMissing: 'Ilagay ang code.',
  },
  consent: {
    title: (application, provider) =>
      `Ibahagi ang impormasyon mo sa ${provider} sa ${application}?`,
    account: 'Account',
    sharedWith: 'Ibabahagi sa',
    verifiedOrigin: 'Beripikadong address',
    redirectHost: 'Ibabalik ka sa',
    whatTitle: 'Ano ang ibabahagi',
    what: [
      'Ang mga tax return mo at ang mga form na nasa mga ito',
      'Ang pangalan, address at filing status mo ayon sa nakasaad doon',
    ],
    notShared: 'Hindi ibinabahagi ang password mo.',
    howLongTitle: 'Gaano katagal',
    howLong: 'Hanggang tapusin mo ito. Walang petsa ng pagtatapos.',
    revokeTitle: 'Paano ito tapusin',
    revokeBefore: (application) =>
      `Hilingin sa ${application} na idiskonekta ito, o alisin ito sa `,
    revokeAfter: ' sa ilalim ng mga nakakonektang application.',
    allow: 'Payagan',
    deny: 'Tanggihan',
  },
  success: {
    title: 'Nakakonekta ka na',
    body: (application) => `Tinatapos na ng ${application} ang koneksyon.`,
    popup: 'Kusang magsasara ang window na ito.',
  },
  denied: {
    title: 'Walang naibahagi',
    body: (application) =>
      `Walang access ang ${application}. Puwede mo nang isara ang window na ito.`,
  },
};
