import type { phone as Phone } from '../en/phone.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const files = (count: number) => plural(count, '# Datei', '# Dateien')

export const phone: typeof Phone = {
  kept: (at) =>
    `Der Server ist nicht erreichbar. Du siehst deine Dateien mit Stand ${at} und kannst sie nicht ändern.`,
  upload: {
    title: 'Dateien hochladen',
    hint: 'Wähle Dateien aus oder nimm Fotos auf und wähle dann einen Ordner.',
    files: 'Dateien auswählen …',
    photo: 'Foto aufnehmen …',
    shared: (count) => `${files(count)} hochladen`,
    sharedHint: 'Sie bleiben auf diesem Gerät, bis du einen Ordner wählst.',
    more: (count) => `und ${files(count)} mehr`,
    choose: 'Ordner wählen …',
    chooseTitle: (count) => `Ordner für ${files(count)} wählen`,
    here: 'Hierher hochladen',
    discard: 'Verwerfen',
    discarded: 'Dateien verworfen',
    failed: 'Die Dateien konnten auf diesem Gerät nicht gespeichert werden. Vielleicht fehlt Speicherplatz.',
  },
  photos: {
    title: 'Fotos',
    added: (count, folder) => `${plural(count, '# Foto wird', '# Fotos werden')} in „${folder}“ hochgeladen.`,
    another: 'Weiteres Foto',
    done: 'Fertig',
  },
}
