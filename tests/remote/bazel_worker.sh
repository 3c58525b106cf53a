#!/bin/sh
# Makes Bazel's reference worker (cache and execution, gRPC and HTTP) in the directory $1 from Debian's packages: the classes come
# from bazel-bootstrap's server, the worker's own sources from bazel-bootstrap-source. Nothing is installed. Needs a JDK.
set -eu
mkdir -p "$1/debs/partial" "$1/root" "$1/classes"
cd "$1"
here=$(pwd)
apt-get install -y -qq --no-install-recommends --download-only -o Dir::Cache::archives="$here/debs" -o Debug::NoLocking=1 \
    bazel-bootstrap bazel-bootstrap-source >/dev/null
for package in debs/*.deb; do dpkg-deb -x "$package" root; done
jars=$(find "$here/root/usr/share" -name '*.jar' | sort | tr '\n' ':')
worker=root/usr/src/bazel-bootstrap/src/tools/remote/src/main/java/com/google/devtools/build/remote/worker
javac -proc:none -nowarn -d classes -cp "$jars" $(find "$worker" -name '*.java')
rm -rf debs
echo "$here/classes:$jars" >classpath
