import type { Letters } from './mail-data.ts'

/** That someone else used folders of a device. */
export const deviceUsed: Letters['device_used'] = ({ name, by, machine, what, folders, more }) => ({
  subject:
    what === 'mapped'
      ? `${by} hat einen Ordner von ${machine} verbunden`
      : `${by} hat auf ${machine} ein Backup wiederhergestellt`,
  paragraphs: [`Hallo ${name},`],
  lists: [
    {
      title:
        what === 'mapped'
          ? `${by} hat diese Ordner deines Geräts „${machine}“ mit Dateien auf dem Server verbunden:`
          : `${by} hat in diesem Ordner deines Geräts „${machine}“ ein Backup wiederhergestellt:`,
      lines: [...folders.map((folder) => `Ordner ${folder}`), ...(more > 0 ? [`und ${more} weitere`] : [])],
    },
  ],
  closing: [
    'Das Gerät tut das nur in Ordnern, die dort erlaubt sind. „holdfast-agent allow“ zeigt sie auf dem Gerät an, ' +
      '„holdfast-agent disallow“ entfernt einen. Wenn du das nicht erwartet hast, frage deinen Administrator.',
  ],
})
