import type { undo as en } from '../en/undo.ts'
import { pluralOf } from '../intl/plural.ts'

const items = (count: number) => pluralOf('de')(count, '# Element', '# Elemente')
const did = (verb: string) => (by: string | undefined, count: number, where: string) =>
  `${by ?? 'Jemand'} ${by === 'Du' || by?.startsWith('Du ') ? 'hast' : 'hat'} ${items(count)} in „${where}“ ${verb}`

export const undo: typeof en = {
  hint: 'Alle Änderungen an deinen Dateien, neueste zuerst. Du kannst sie ansehen und die meisten rückgängig machen.',
  inOrganization: 'Überall in der Organisation, wo dabei etwas geändert wurde.',
  looksBack: (days) => `Änderungen der letzten ${days} Tage; wähle einen Tag für frühere.`,
  onlyNewest: 'Nur die neuesten Änderungen werden angezeigt, weil es so viele sind.',
  many: {
    create: did('hinzugefügt'),
    update: did('geändert'),
    rename: did('umbenannt'),
    move: did('verschoben'),
    delete: did('gelöscht'),
    restore: did('wiederhergestellt'),
    purge: did('endgültig gelöscht'),
    lock: did('gesperrt'),
    unlock: did('entsperrt'),
  },
  each: (count) => `Einzeln anzeigen (${count})`,
  hideEach: 'Einzelne ausblenden',
  singlesOnly: (places) =>
    `In ${places} kannst du nur Änderungen an einzelnen Elementen rückgängig machen. Ein Administrator der Organisation kann mehr erlauben.`,
  singlesOnlySetting: (places) =>
    `In ${places} kannst du nur Änderungen an einzelnen Elementen rückgängig machen. Ein Administrator der Organisation kann mehr erlauben (Einstellung: user_rollback).`,
  one: {
    contents: (name) => `„${name}“ erhält den früheren Inhalt.`,
    undeleted: (name) => `„${name}“ wird wiederhergestellt.`,
    placed: (name) => `„${name}“ erhält den früheren Namen oder Ort.`,
    deleted: (name) => `„${name}“ wird nach „Gelöschte Dateien“ verschoben.`,
    numbered: (name) => `„${name}“ erhält eine Nummer, weil der Name vergeben ist.`,
    again: (name) => `„${name}“ wird wieder gelöscht.`,
  },
  oneDone: {
    contents: (name) => `„${name}“ hat wieder den früheren Inhalt`,
    undeleted: (name) => `„${name}“ wiederhergestellt`,
    placed: (name) => `„${name}“ hat wieder den früheren Namen oder Ort`,
    deleted: (name) => `„${name}“ nach „Gelöschte Dateien“ verschoben`,
    numbered: (name) => `„${name}“ mit einer Nummer wiederhergestellt, weil der Name vergeben ist`,
    again: (name) => `„${name}“ wieder gelöscht`,
  },
  notUndone: (name, because) => `„${name}“ bleibt, wie es ist: ${because}.`,
  nothing: (name) => `„${name}“: nichts rückgängig zu machen`,
  filter: (active) => (active === 0 ? 'Filter' : `Filter (${active})`),
}
