/*
 * Writes class paths that are none of the module's own, such as that of an application with an older Spring Boot: tests start programs with them.
 *
 * Each property of the execution is one, written as target/classpaths/NAME; its value, separated by white space:
 *
 *     group:artifact:version    an artifact with what it needs; without the version, that which a platform says
 *     ...!group:artifact        without these of what it needs; * is any
 *     platform=g:a:version      whose managed versions hold, as if a pom imported it
 *     managed=g:a:version       a version that holds wherever the artifact is needed
 *
 * They are found as Maven finds a module's own, in the same repositories, modules of this build among them, but nothing that the
 * parent manages is forced upon them. A pom for each would be the other way, and is why there were eight more.
 */
import org.eclipse.aether.RepositorySystem
import org.eclipse.aether.artifact.DefaultArtifact
import org.eclipse.aether.collection.CollectRequest
import org.eclipse.aether.graph.Dependency
import org.eclipse.aether.graph.DependencyNode
import org.eclipse.aether.graph.Exclusion
import org.eclipse.aether.resolution.ArtifactDescriptorRequest
import org.eclipse.aether.resolution.DependencyRequest

system = session.container.lookup(RepositorySystem)
aether = session.repositorySession
repositories = project.remoteProjectRepositories

List<Dependency> managedBy(String coordinates) {
    def (group, artifact, version) = coordinates.split(':') as List
    def pom = new DefaultArtifact(group, artifact, 'pom', version)
    system.readArtifactDescriptor(aether, new ArtifactDescriptorRequest(pom, repositories, null)).managedDependencies
}

Dependency dependency(String written, List<Dependency> managed) {
    def (coordinates, excluded) = written.split('!', 2).toList() + ['']
    def parts = coordinates.split(':') as List
    def known = managed.find { it.artifact.groupId == parts[0] && it.artifact.artifactId == parts[1] && it.artifact.extension == 'jar' && !it.artifact.classifier }
    def version = parts.size() > 2 ? parts[2] : known?.artifact?.version
    if (version == null) {
        throw new IllegalArgumentException("$coordinates has no version")
    }
    def exclusions = excluded.split('!').findAll().collect { new Exclusion(*it.split(':'), '*', '*') } + (known?.exclusions ?: [])
    new Dependency(new DefaultArtifact(parts[0], parts[1], 'jar', version), 'compile', false, exclusions)
}

/** The jars in the order of a walk from the top, as Maven has them. */
void addJars(DependencyNode node, Set<String> jars) {
    node.children.each {
        if (it.dependency.scope in ['compile', 'runtime'] && it.artifact.file != null) {
            jars << it.artifact.file.path
            addJars(it, jars)
        }
    }
}

String classPath(List<String> words) {
    def managed = words.findAll { it.startsWith('managed=') }.collect { dependency(it - 'managed=', []) }
    words.findAll { it.startsWith('platform=') }.each { managed += managedBy(it - 'platform=') }
    def wanted = words.findAll { !it.contains('=') }.collect { dependency(it, managed) }
    def collected = new CollectRequest(wanted, managed, repositories)
    def jars = new LinkedHashSet<String>()
    addJars(system.resolveDependencies(aether, new DependencyRequest(collected, null)).root, jars)
    jars.join(File.pathSeparator)
}

def folder = new File(project.build.directory, 'classpaths')
folder.mkdirs()
// Groovy 4 has a `properties` of its own in each script, so the execution is read.
mojoExecution.configuration.getChild('properties').children.each {
    def name = it.getChild('name').value
    new File(folder, name).text = classPath(it.getChild('value').value.split(/\s+/).findAll() as List)
}
