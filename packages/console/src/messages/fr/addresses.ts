import type { addresses as en } from '../en/addresses.ts'

export const addresses: typeof en = {
  autoIssue: 'Création automatique des codes',
  autoIssueHelp:
    'Combien d’heures avant l’arrivée chaque voyageur reçoit un code sur les claviers de cette adresse. Vide : seulement sur demande.',
  autoIssueLabel: 'Créer les codes automatiquement (heures avant l’arrivée)',
  autoIssueNever: 'non, seulement sur demande',
  autoIssueOf: (hours) => `${hours} ${hours > 1 ? 'heures' : 'heure'} avant l’arrivée`,
  back: 'Toutes les adresses',
  byDefault: 'selon le service',
  fromService: (value) => `${value} (réglage du service)`,
  checkIn: 'Heure d’arrivée',
  checkOut: 'Heure de départ',
  columns: { calendars: 'Calendriers', name: 'Nom', times: 'Arrivée / départ' },
  count: (shown, all) =>
    shown === all ? `${all} ${all > 1 ? 'adresses' : 'adresse'}` : `${shown} sur ${all} adresses`,
  create: 'Nouvelle adresse',
  created: 'Créée',
  doors: 'Portes',
  doorsChange: 'Choisir les portes',
  doorsChangeHelp:
    'En moins d’une minute, une porte ajoutée reçoit les codes des voyageurs, une porte retirée les perd. Les accès donnés par les jetons des logements restent.',
  doorsChoose: 'Portes de cette adresse',
  doorsHelp: 'Les voyageurs de cette adresse reçoivent leur code sur les claviers de ces portes.',
  doorsNone: 'Aucune porte n’appartient encore à cette adresse : personne ne peut entrer.',
  doorsSaved: 'Les portes ont été modifiées. Les codes déjà émis suivent en moins d’une minute.',
  empty: 'Pas encore d’adresse',
  emptyDetail:
    'Une adresse est un lieu avec des portes : une maison, un appartement de vacances. Les voyageurs qui y séjournent reçoivent des codes pour ses portes, et vous pouvez y lier les calendriers de plateformes de réservation.',
  lead: 'Des lieux avec des portes : qui y séjourne reçoit des codes pour les ouvrir.',
  name: 'Nom',
  nothingFits: 'Aucune adresse ne correspond',
  nothingFitsDetail: 'Modifiez la recherche pour en voir plus.',
  number: 'Numéro',
  one: 'Adresse',
  otherSettings: 'Autres réglages',
  otherSettingsLabel: 'Réglages en JSON',
  otherSettingsLead:
    'Tout ce qu’un logiciel qui utilise cette adresse veut conserver ici. Le service lui-même ne s’en sert pas.',
  otherSettingsWrong: 'Ce n’est pas un objet JSON.',
  remove: 'Supprimer cette adresse',
  removeConfirm: (name) => `Saisissez ${name} pour confirmer`,
  removeDetail:
    'Ses logements, ses séjours et ses calendriers liés disparaissent immédiatement. Les serrures reçoivent ensuite l’ordre d’oublier tous les codes de ses voyageurs et tous les accès donnés par les jetons de ses logements ; une serrure hors ligne le reçoit quand elle est de nouveau en ligne. Les portes elles-mêmes restent.',
  removed: (name) => `${name} a été supprimée. Ses codes sont en cours de retrait des serrures.`,
  saved: 'Enregistré. Les codes déjà émis suivent en moins d’une minute.',
  search: 'Rechercher par nom',
  showAll: 'Voir toutes les adresses',
  size: (doors, units) =>
    `${doors} ${doors > 1 ? 'portes' : 'porte'}, ${units} ${units > 1 ? 'logements' : 'logement'}`,
  tabs: {
    calendars: 'Calendriers',
    guests: 'Voyageurs',
    overview: 'Aperçu',
    settings: 'Réglages',
    units: 'Logements',
  },
  timeHelp: 'Vide : selon le réglage du service.',
  title: 'Adresses',
  zone: 'Fuseau horaire',
  zoneHelp: 'Les heures d’arrivée et de départ sont celles de ce fuseau.',
}
