import { securityMails } from './security-texts.ts'

export const security = securityMails('cs', {
  labels: { when: 'Kdy', from: 'Ze sítě', device: 'Zařízení', by: 'Kdo' },
  notices: {
    newSignIn: () => [
      'Nové přihlášení k vašemu účtu',
      'někdo, pravděpodobně vy, se přihlásil k vašemu účtu ze sítě, ze které dosud nebyl používán.',
    ],
    newToken: ({ what }) => [
      'Byl vytvořen nový token API',
      `pro váš účet byl vytvořen nový token API: ${what}. Programy, které ho mají, mohou váš účet používat v rozsahu jeho oprávnění.`,
    ],
    tokenWidened: ({ what }) => [
      'Token API dostal další oprávnění',
      `token API vašeho účtu teď smí víc než dříve: ${what}.`,
    ],
    managementToken: ({ what }) => [
      'Byl vytvořen token pro správu účtu',
      `token vašeho účtu nyní smí spravovat účet: ${what}. Programy, které ho mají, mohou dělat to, k čemu je jinak potřeba vaše heslo: změnit heslo a e-mailovou adresu, vypnout jednorázová hesla, spravovat podúčty a smazat účet.`,
    ],
    managementNetwork: ({ what }) => [
      'Token pro správu účtu se používá z nové sítě',
      `token pro správu vašeho účtu byl použit ze sítě, ze které se dosud nepoužíval: ${what}. Pokud síť neznáte, token ihned smažte.`,
    ],
    appAllowed: ({ what }) => [
      'Aplikace získala přístup',
      `jedna aplikace teď smí používat váš účet: ${what}.`,
    ],
    newWebhook: ({ what }) => [
      'Byl zaregistrován nový webhook',
      `od této chvíle se události vašeho účtu posílají také na tuto adresu: ${what}`,
    ],
    otpEnabled: () => [
      'Jednorázová hesla jsou zapnuta',
      'od této chvíle potřebujete k přihlášení také jednorázové heslo ze své ověřovací aplikace.',
    ],
    otpDisabled: () => ['Jednorázová hesla jsou vypnuta', 'k přihlášení už nepotřebujete jednorázové heslo.'],
    passkeyAdded: ({ what }) => [
      'Byl přidán přístupový klíč',
      `k vašemu účtu se teď lze přihlásit novým přístupovým klíčem: ${what}.`,
    ],
    passkeyRemoved: ({ what }) => [
      'Byl odebrán přístupový klíč',
      `tímto přístupovým klíčem se už k vašemu účtu přihlásit nelze: ${what}.`,
    ],
    recoveryCodesMade: () => [
      'Byly vytvořeny nové záchranné kódy',
      'váš účet má nové záchranné kódy. Předchozí už neplatí.',
    ],
    recoveryCodeUsed: ({ left }) => [
      'Byl použit záchranný kód',
      `místo jednorázového hesla byl použit záchranný kód. Zbývající kódy: ${left}. Vytvořte si nové, než dojdou.`,
    ],
    deviceCredentialsReplaced: ({ what }) => [
      'Přihlašovací údaje zámku byly nahrazeny',
      `zámek dostal nové přihlašovací údaje: ${what}. Kdo je má, vystupuje jako tento zámek a dostává jeho kódy.`,
    ],
  },
  held: (count, notice) => [
    `Ještě ${count}×: ${notice}`,
    `během jedné hodiny se to stalo ještě ${count}×, proto vám to píšeme v jedné zprávě: „${notice}“. Toto jsou první případy:`,
  ],
  notYou:
    'Pokud jste to nebyli vy ani někdo, komu důvěřujete, jednejte hned: změňte si heslo, čímž skončí všechny relace, a odeberte, co neznáte. Provozovatel této služby vám může pomoci.',
  look: 'Zde vidíte a měníte, co má přístup k vašemu účtu:',
})
