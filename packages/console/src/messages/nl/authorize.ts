import type { authorize as en } from '../en/authorize.ts'

export const authorize: typeof en = {
  again: 'Opnieuw vragen',
  allow: 'Toestaan',
  as: (name, email) => `Voor het account van ${name} (${email})`,
  asks: (application) => `${application} vraagt toegang tot je account en zou kunnen:`,
  deny: 'Niet toestaan',
  endsAfterHour: 'Deze toegang eindigt na een uur vanzelf.',
  forOneHour: 'Alleen voor een uur',
  hearsOfDoors: 'eigen servers meteen laten weten wat er bij je deuren gebeurt, en wie het deed',
  keeps: (application) =>
    `${application} houdt deze toegang, ook als je er niet bent, tot je die intrekt: Integraties, Toegang.`,
  leaving: (host) => `Verder naar ${host}…`,
  onward: (host) => `Daarna ga je verder naar ${host}.`,
  other: 'Ander account gebruiken',
  refused: 'Dit verzoek werkt niet',
  refusedDetail:
    'De toepassing die je hierheen stuurde is hier niet bekend, wil het antwoord op een adres dat ze nooit heeft geregistreerd, of vraagt op een manier die hier niet bestaat. Er is niets toegestaan. Ga terug naar de toepassing; wie haar maakt, kan dit in orde brengen.',
  scopes: {
    account: 'je account beheren, met personen, adressen en API-sleutels',
    smartlock: 'je sloten zien en beheren',
    'smartlock.readOnly': 'je sloten zien',
    'smartlock.create': 'sloten toevoegen',
    'smartlock.action': 'je deuren op slot en van slot doen',
    'smartlock.auth': 'bepalen wie je deuren mag openen, en met welke codes',
    'smartlock.config': 'de instellingen van je sloten veranderen',
    'smartlock.log': 'in het logboek lezen wie kwam en ging',
    notification: 'je notificaties beheren',
    'webhook.central': 'meteen alles horen wat deze lijst laat zien',
    'webhook.decentral': 'eigen servers meteen alles laten weten wat deze lijst laat zien',
  },
  signInFirst: (application) => `${application} vraagt toegang tot je account. Log in om te zien waarvoor.`,
  title: 'Toegang toestaan?',
  toConsole: 'Naar de console',
  tooOld: 'Deze vraag is te oud of al beantwoord. Er is verder niets toegestaan.',
}
